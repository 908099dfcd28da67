/** Fields that aren't `name=value`. */
const own = new Set(['level', 'time', 'event', 'msg', 'err'])

/** For terminals: time, level, message, fields, and the stack trace of an error on lines of its own. */
export function humanLine(json: string): string {
  const line = JSON.parse(json) as Record<string, unknown>
  const { level, time, event, msg, err } = line
  const fields = Object.entries(line).filter(([name]) => !own.has(name))
  const shown = fields.map(([name, value]) => `${name}=${shownValue(value)}`)
  const head = [time, String(level).toUpperCase().padEnd(5), event === undefined ? msg : `${event}: ${msg}`, ...shown]
  const { stack, message } = (err ?? {}) as { stack?: string; message?: string }
  const trace = stack ?? message
  return `${oneLine(head.join(' '))}\n${trace ? `${trace.replace(/^/gm, '    ')}\n` : ''}`
}

const shownValue = (value: unknown): string =>
  typeof value === 'string' && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value)

/** So that a value can't look like a line of its own. */
const oneLine = (text: string): string => text.replaceAll('\n', ' ').replace(/\p{Cc}/gu, '\ufffd')
