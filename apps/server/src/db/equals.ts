/**
 * `where(column, ...equals(value))`: the same as `column = value`, for statements that are run often.
 *
 * SQLite plans a statement with `column = ?` and an order, or with `limit ?`, anew whenever it is run with another value: that
 * takes five times as long as reading a few rows. So write limits with `sql.lit`.
 */
export function equals<T>(value: T) {
  return ['in', [value]] as const
}
