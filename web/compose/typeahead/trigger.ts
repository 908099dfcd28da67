import { isInCode } from '../text/formatting.ts'

type TriggerKind = 'mention' | 'silent' | 'channel' | 'topic' | 'emoji' | 'command' | 'snippet' | 'time' | 'language'

/** A name being typed: the query is between `from`, at the trigger character, and `to`, the caret. */
export interface Trigger {
  readonly kind: TriggerKind
  readonly query: string
  readonly from: number
  readonly to: number
  /** The channel before a topic; undefined for the recipient's channel. */
  readonly channelName?: string
}

const longest = 120
const before = '(?:^|[\\s()[\\]{}"\'“„«‘*_,;>|–—（「])'
/** Punctuation that may follow a name. */
export const closingSign = /^[)\]},.;!?"'”’»…）」，。！？]/
/** Trailing punctuation that isn't part of the typed name. */
const afterName = /[,;!?]+$/

const patterns: readonly (readonly [TriggerKind, RegExp])[] = [
  ['time', /<time:?([^<>\n]*)$/],
  ['silent', new RegExp(`${before}(@_(?:\\*\\*?)?([^@*\\s][^@*\\n]*)?)$`)],
  ['mention', new RegExp(`${before}(@(?:\\*\\*?)?([^@*_\\s][^@*\\n]*)?)$`)],
  ['channel', new RegExp(`${before}(#(?:\\*\\*)?([^#*>\\s][^#*>\\n]*)?)$`)],
  ['emoji', new RegExp(`${before}(:([\\p{L}\\d+][\\p{L}\\d_+-]*))$`, 'u')],
  ['snippet', /(?:^|\s)(~([\p{L}\d][^~\n]*)?)$/u],
]

/** The trigger at the caret, if any. */
export function triggerAt(text: string, caret: number): Trigger | undefined {
  const next = text[caret]
  if (next !== undefined && !/\s/.test(next) && !closingSign.test(next)) return undefined
  const line = text.slice(Math.max(text.lastIndexOf('\n', caret - 1) + 1, caret - longest), caret)
  const language = /^(?:`{3,}|~{3,})([\p{L}][\p{L}\d+#-]*)$/u.exec(line)
  if (language)
    return { kind: 'language', query: language[1] as string, from: caret - (language[1] as string).length, to: caret }
  if (isInCode(text, caret) || (line.split('`').length - 1) % 2 === 1) return undefined
  const command = /^\s*\/(\w*)$/.exec(text.slice(0, caret))
  if (command) {
    const query = command[1] as string
    return { kind: 'command', query, from: caret - query.length - 1, to: caret }
  }
  const topic = /#(?:\*\*([^*>\n]+))?>([^*>\n]*)$/.exec(line)
  if (topic)
    return {
      kind: 'topic',
      query: topic[2] as string,
      from: caret - topic[0].length,
      to: caret,
      ...(topic[1] === undefined ? {} : { channelName: topic[1] }),
    }
  for (const [kind, pattern] of patterns) {
    const found = pattern.exec(line)
    if (!found) continue
    if (kind === 'time') return { kind, query: (found[1] as string).trim(), from: caret - found[0].length, to: caret }
    const [, whole = '', query = ''] = found
    if (kind !== 'mention' && kind !== 'silent') return { kind, query, from: caret - whole.length, to: caret }
    const name = query.replace(afterName, '')
    if (name === '' && query !== '') return undefined
    return { kind, query: name, from: caret - whole.length, to: caret - (query.length - name.length) }
  }
  return undefined
}
