const maxColumns = 12
const maxRows = 200
const maxCellLength = 200

/** The cells of a table of data, by row; undefined for tables that only lay a mail out. */
export function cellsOf(table: Element): Element[][] | undefined {
  if (table.querySelector('table, img, h1, h2, h3, ul, ol, blockquote, pre')) return undefined
  const rows = Array.from(table.querySelectorAll('tr'), (row) => Array.from(row.querySelectorAll('td, th')))
  const columns = rows[0]?.length ?? 0
  const isData =
    rows.length > 1 &&
    rows.length <= maxRows &&
    columns > 1 &&
    columns <= maxColumns &&
    rows.every((cells) => cells.length === columns && cells.every(isShort)) &&
    rows.every((cells) => cells.some((cell) => (cell.textContent ?? '').trim() !== ''))
  return isData ? rows : undefined
}

const isShort = (cell: Element): boolean =>
  !cell.hasAttribute('colspan') && (cell.textContent ?? '').trim().length <= maxCellLength

/** A table in Markdown; its first row becomes the header. `written` converts a cell. */
export function markdownTable(rows: readonly Element[][], written: (cell: Element) => string): string {
  const lines = rows.map((cells) => {
    const texts = cells.map((cell) => written(cell).replace(/\s+/g, ' ').trim().replaceAll('|', '&#124;'))
    return `| ${texts.join(' | ')} |`
  })
  lines.splice(1, 0, `|${' --- |'.repeat(rows[0]?.length ?? 0)}`)
  return `\n\n${lines.join('\n')}\n\n`
}
