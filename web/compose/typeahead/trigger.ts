import { isInCode } from '../text/formatting.ts'

type TriggerKind = 'mention' | 'silent' | 'channel' | 'topic' | 'emoji' | 'command' | 'snippet' | 'time' | 'language'

/** What somebody has begun to name: the query stands between `from`, where the sign is, and `to`, the caret. */
export interface Trigger {
  readonly kind: TriggerKind
  readonly query: string
  readonly from: number
  readonly to: number
  /** Of a topic: the channel that is named before it; the one that is written to where none is. */
  readonly channelName?: string
}

/** No name is longer. */
const longest = 120
const before = '(?:^|[\\s()[\\]{}"\'“„«‘*_,;>|–—（「])'
/** A sign that can follow a name: the end of a clause, or of what is in brackets or quotes. */
export const closingSign = /^[)\]},.;!?"'”’»…）」，。！？]/
/** Of a name that is typed: what follows it in the sentence. */
const afterName = /[,;!?]+$/

const patterns: readonly (readonly [TriggerKind, RegExp])[] = [
  ['time', /<time:?([^<>\n]*)$/],
  ['silent', new RegExp(`${before}(@_(?:\\*\\*?)?([^@*\\s][^@*\\n]*)?)$`)],
  ['mention', new RegExp(`${before}(@(?:\\*\\*?)?([^@*_\\s][^@*\\n]*)?)$`)],
  ['channel', new RegExp(`${before}(#(?:\\*\\*)?([^#*>\\s][^#*>\\n]*)?)$`)],
  ['emoji', new RegExp(`${before}(:([\\p{L}\\d+][\\p{L}\\d_+-]*))$`, 'u')],
  ['snippet', /(?:^|\s)(~([\p{L}\d][^~\n]*)?)$/u],
]

/** What is being named where the caret is, if anything. */
export function triggerAt(text: string, caret: number): Trigger | undefined {
  const next = text[caret]
  if (next !== undefined && !/\s/.test(next) && !closingSign.test(next)) return undefined
  const line = text.slice(Math.max(text.lastIndexOf('\n', caret - 1) + 1, caret - longest), caret)
  const language = /^(?:`{3,}|~{3,})([\p{L}][\p{L}\d+#-]*)$/u.exec(line)
  if (language)
    return { kind: 'language', query: language[1] as string, from: caret - (language[1] as string).length, to: caret }
  if (isInCode(text, caret) || (line.split('`').length - 1) % 2 === 1) return undefined
  const command = /^\/(\w*)$/.exec(text.slice(0, caret))
  if (command) return { kind: 'command', query: command[1] as string, from: 0, to: caret }
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
