const plurals = new Intl.PluralRules('en')
/** Words whose plural isn't formed with an s. */
const irregular: Readonly<Record<string, string>> = {
  person: 'people',
  copy: 'copies',
  directory: 'directories',
  entry: 'entries',
}

/** `1 row`, `2 rows`, `12,345 rows`. */
export const counted = (count: number, noun: string): string =>
  `${readable(count)} ${plurals.select(count) === 'one' ? noun : pluralOf(noun)}`

/** Thousands are grouped in long numbers only. */
export const readable = (count: number): string => (count < 10_000 ? `${count}` : count.toLocaleString('en-US'))

export const isOrAre = (count: number): string => (count === 1 ? 'is' : 'are')
export const wasOrWere = (count: number): string => (count === 1 ? 'was' : 'were')

/** The last word becomes plural: `recovery code`. */
function pluralOf(noun: string): string {
  const last = noun.split(' ').at(-1) as string
  return noun.slice(0, noun.length - last.length) + (irregular[last] ?? `${last}s`)
}

/** `12 s`, `3 min 5 s`, `2 h 10 min`. */
export function duration(ms: number): string {
  const secs = Math.max(1, Math.round(ms / 1_000))
  if (secs < 60) return `${secs} s`
  if (secs < 3_600) return `${Math.floor(secs / 60)} min ${secs % 60} s`
  return `${Math.floor(secs / 3_600)} h ${Math.floor((secs % 3_600) / 60)} min`
}

/** `512 bytes`, `1.5 MiB`. */
export function sized(bytes: number): string {
  if (bytes < 1_024) return counted(bytes, 'byte')
  const units = ['KiB', 'MiB', 'GiB', 'TiB']
  let [value, unit] = [bytes / 1_024, 0]
  while (value >= 1_024 && unit < units.length - 1) [value, unit] = [value / 1_024, unit + 1]
  return `${value.toFixed(value < 10 ? 1 : 0)} ${units[unit]}`
}
