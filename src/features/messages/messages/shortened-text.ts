import { maxMessageLength } from '#contract'
import type { Language } from '#platform/languages'
import type { Viewer } from '#platform/viewer'
import { topicLimit } from '../../channels/channels/limits.ts'
import { textsIn } from './texts.ts'

/** Replaces the cut-off rest, in the organization's language: all readers see the same text. */
export const theRest = (language: Language): string => `\n${textsIn(language).cutOff}`

/** Cuts to this many code points, including the replacement of the rest. */
function cut(text: string, most: number, rest: string): string {
  if (text.length <= most) return text
  // perf: don't split megabytes of text for their beginning
  const points = [...text.slice(0, 2 * most + 2)]
  return points.length <= most ? text : points.slice(0, most - [...rest].length).join('') + rest
}

/** Bots don't wait for a human to shorten a text, so long ones are cut off rather than lost. */
export const shortContent = (content: string, language: Language): string =>
  cut(content.trimEnd(), maxMessageLength, theRest(language))
export function shortTopic(topic: string): string {
  const trimmed = topic.trim()
  return cut(trimmed, topicLimit(trimmed), '…')
}

/** The text to send: bots' texts are cut to the limit; humans get an error later. */
export const writtenContent = ({ isBot }: Viewer, content: string, language: Language): string =>
  isBot ? shortContent(content, language) : content
export const writtenTopic = ({ isBot }: Viewer, topic: string): string => (isBot ? shortTopic(topic) : topic)
