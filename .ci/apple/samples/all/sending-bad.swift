// Found only after type checking.
final class Account { var balance = 0 }

@MainActor func show(_ account: Account) {}

func open() async -> Int {
  let account = Account()
  await show(account)  // expect-error: sending 'account' risks causing data races
  return account.balance
}
