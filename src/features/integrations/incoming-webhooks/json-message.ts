import { maxMessageLength } from '#contract'

/** The beginning of a payload that fills a message. perf: a large one would become hundreds of megabytes of JSON. */
function beginning(value: unknown, room: { values: number }): unknown {
  if (typeof value === 'string') return value.slice(0, maxMessageLength).toWellFormed()
  if (typeof value !== 'object' || value === null) return value
  const parts: [string, unknown][] = []
  for (const [name, one] of Object.entries(value)) {
    if (room.values-- <= 0) break
    parts.push([name.slice(0, maxMessageLength).toWellFormed(), beginning(one, room)])
  }
  return Array.isArray(value) ? parts.map(([, one]) => one) : Object.fromEntries(parts)
}

export function jsonMessage(payload: unknown): string {
  const text = JSON.stringify(beginning(payload, { values: maxMessageLength }), null, 2)
  let longest = 3
  for (const [run] of text.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length + 1)
  const fence = '`'.repeat(longest)
  return `${fence}json\n${text}\n${fence}`
}
