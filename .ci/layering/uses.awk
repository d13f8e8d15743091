# Prints the names of other code that some code uses. Input: the code, as `file:line:code`, twice.
#
#   foreign=FILE   prints the names in FILE that the code uses.
#   chains=NAMES   also those that the code declares, after one of NAMES, as in `observers.demand`.
#   declares=1     prints only the names of the types and members that the code declares.
#
# A name that the code declares counts as its own: a member everywhere; a function's locals, parameters and labels in
# the same file, except after a dot.
BEGIN {
  if (foreign != "") while ((getline name < foreign) > 0) is_foreign[name] = 1
  split(chains, parts, " "); for (i in parts) is_chain[parts[i]] = 1
}

FNR == 1 { pass++; depth = 0; head = "" }

{
  match($0, /^[^:]+:[0-9]+:/)
  file = substr($0, 1, RLENGTH); sub(/:[0-9]+:$/, "", file)
  code = substr($0, RLENGTH + 1)
  gsub(/"[^"]*"/, "", code)
}

# First pass: the declarations. `of_type[depth]` says whether the braces at this depth are those of a type.
pass == 1 {
  if (file != last) { depth = 0; head = ""; last = file }
  labels = code
  while (match(labels, /[A-Za-z_][A-Za-z0-9_]*:/)) {
    local[file, substr(labels, RSTART, RLENGTH - 1)] = 1
    labels = substr(labels, RSTART + RLENGTH)
  }
  rest = code
  while (match(rest, /[{}]|[A-Za-z_][A-Za-z0-9_]*/)) {
    # Commas and brackets separate the words of one pattern, as in `case .some(let x, y)`.
    between = substr(rest, 1, RSTART - 1)
    word = substr(rest, RSTART, RLENGTH)
    rest = substr(rest, RSTART + RLENGTH)
    if (word == "{") {
      of_type[++depth] = head ~ / (class|struct|enum|extension|protocol|actor) [A-Z]/
      head = ""; in_pattern = 0
    } else if (word == "}") {
      depth--; head = ""; in_pattern = 0
    } else {
      head = head " " word
      if (in_pattern && between !~ /^[ ,(.?]*$/) in_pattern = 0
      if (in_pattern) {
        if (depth == 0 || of_type[depth]) own[word] = 1; else local[file, word] = 1
      }
      if (word ~ /^(var|let|case|for)$/) in_pattern = 2
      else if (word ~ /^(func|class|struct|enum|protocol|typealias|actor|associatedtype)$/) in_pattern = 1
      else if (in_pattern == 1 || rest !~ /^ *[,(.]/) in_pattern = 0
    }
  }
  # The parameters of closures.
  closures = code
  while (match(closures, /[{][^{}]* in([^A-Za-z0-9_]|$)/)) {
    names = substr(closures, RSTART, RLENGTH)
    closures = substr(closures, RSTART + RLENGTH)
    while (match(names, /[A-Za-z_][A-Za-z0-9_]*/)) {
      local[file, substr(names, RSTART, RLENGTH)] = 1
      names = substr(names, RSTART + RLENGTH)
    }
  }
  next
}

{
  rest = code
  receiver = ""
  while (match(rest, /[A-Za-z_][A-Za-z0-9_]*/)) {
    between = substr(rest, 1, RSTART - 1)
    word = substr(rest, RSTART, RLENGTH)
    rest = substr(rest, RSTART + RLENGTH)
    behind_dot = between ~ /\.$/
    behind_foreign = between ~ /^[?!]?\.$/ && (receiver in is_chain)
    if ((word in is_foreign) && rest !~ /^:/ && (behind_foreign || !(word in own) && (behind_dot || !((file, word) in local))))
      used[word] = 1
    receiver = word
  }
}

END {
  if (declares) for (word in own) print word
  else for (word in used) print word
}
