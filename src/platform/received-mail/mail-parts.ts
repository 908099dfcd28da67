import type PostalMime from 'postal-mime'
import { joinFlowed } from './flowed-text.ts'

/** What the parser knows about a part of a mail, besides its public result. */
interface Part {
  readonly contentType: { readonly multipart: string | false; readonly parsed: { readonly value: string } }
  readonly childNodes: readonly Part[]
}

const rootOf = (parser: PostalMime): Part => (parser as unknown as { root: Part }).root

/** The parser joins flowed lines of different quote depths, which makes a reply part of the quotation. */
export function joinsWithinQuotes(parser: PostalMime): PostalMime {
  Object.getPrototypeOf(rootOf(parser)).decodeFlowedText = joinFlowed
  return parser
}

/** Whether the parsed mail has HTML that no text part repeats: the parser's text has neither its links nor its tables. */
export const hasSeparateHtml = (parser: PostalMime): boolean => isSeparate(rootOf(parser))

function isSeparate({ contentType, childNodes }: Part): boolean {
  if (contentType.multipart === 'alternative') return false
  return contentType.parsed.value === 'text/html' || childNodes.some(isSeparate)
}
