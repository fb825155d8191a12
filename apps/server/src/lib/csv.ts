/** A line of RFC 4180 CSV, with its end. No field runs as a formula in a spreadsheet. */
export function csvLine(fields: readonly string[]): string {
  return `${fields.map(csvField).join(',')}\r\n`
}

/** Spreadsheets run a text that begins so, some of them after white space. */
const formulaStart = /^\s*[=+\-@]|^[\t\r\n]/

function csvField(text: string): string {
  const plain = formulaStart.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
