/**
 * `where(column, ...equals(value))` is `column = value` without replanning in SQLite.
 *
 * SQLite plans a statement with `column = ?` and an order, or with `limit ?`, again for each new value, which takes five times
 * as long as reading a few rows. For the same reason, write limits with `sql.lit`.
 */
export function equals<T>(value: T) {
  return ['in', [value]] as const
}
