/** Names of secret parameters, at any depth. */
const secret = /passw|^code$|secret|token|api_key|credential|^key$|_key$|config_data/i
/** Longer values are cut; the rest is only counted. */
const most = { characters: 500, items: 100, depth: 4, all: 20_000 }

export function keptParams(params: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const kept = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, shown(name, value, 0)]))
  return JSON.stringify(kept).length <= most.all ? kept : { left_out: 'too long', names: Object.keys(params) }
}

function shown(name: string, value: unknown, depth: number): unknown {
  if (secret.test(name) && value !== null && !['boolean', 'number'].includes(typeof value)) return '(hidden)'
  if (typeof value === 'string') {
    const signs = value.length > most.characters ? [...value] : []
    if (signs.length <= most.characters) return value
    return `${signs.slice(0, most.characters).join('')}… (${signs.length} characters)`
  }
  if (value instanceof Date) return value.toISOString()
  if (typeof value !== 'object' || value === null) return value
  if (depth >= most.depth) return '…'
  if (Array.isArray(value)) {
    const items = value.slice(0, most.items).map((one) => shown('', one, depth + 1))
    return value.length > most.items ? [...items, `… (${value.length} items)`] : items
  }
  const fields = Object.entries(value).slice(0, most.items)
  return Object.fromEntries(fields.map(([field, one]) => [field, shown(field, one, depth + 1)]))
}
