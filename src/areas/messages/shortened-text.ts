import { maxMessageLength } from '#contract'
import type { Language } from '#platform/languages'
import type { Viewer } from '#platform/viewer'
import { topicLimit } from '../channels/limits.ts'
import { textsIn } from './texts.ts'

/** Stands where a text was cut off, in the language of the organization: all who read it read the same. */
export const theRest = (language: Language): string => `\n${textsIn(language).cutOff}`

/** At most so many code points; what stands for the rest is part of them. */
function cut(text: string, most: number, rest: string): string {
  if (text.length <= most) return text
  // perf: a text of megabytes is not taken apart for its beginning
  const points = [...text.slice(0, 2 * most + 2)]
  return points.length <= most ? text : points.slice(0, most - [...rest].length).join('') + rest
}

/** No program waits for somebody to shorten its text: what is too long is cut off rather than lost. */
export const shortContent = (content: string, language: Language): string =>
  cut(content.trimEnd(), maxMessageLength, theRest(language))
/** The same for topics. */
export function shortTopic(topic: string): string {
  const trimmed = topic.trim()
  return cut(trimmed, topicLimit(trimmed), '…')
}

/** What somebody writes, as it can be sent: what bots write is cut to its limits, people are told of them. */
export const writtenContent = ({ isBot }: Viewer, content: string, language: Language): string =>
  isBot ? shortContent(content, language) : content
export const writtenTopic = ({ isBot }: Viewer, topic: string): string => (isBot ? shortTopic(topic) : topic)
