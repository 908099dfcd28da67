/** Removes only active and non-text elements; styles stay because they tell the formatting. */
const config = {
  removeElements: ['script', 'style', 'link', 'meta', 'base', 'iframe', 'object', 'embed', 'form', 'input'],
}

/** Parses untrusted HTML in an inert document, in which nothing loads or runs. */
export async function parseSafely(html: string): Promise<HTMLElement> {
  const { body } = document.implementation.createHTMLDocument('')
  if ('setHTML' in Element.prototype && 'Sanitizer' in globalThis) {
    const { Sanitizer } = globalThis as never as { Sanitizer: new (of: object) => unknown }
    body.setHTML?.(html, { sanitizer: new Sanitizer(config) })
    return body
  }
  const { default: purify } = await import('dompurify')
  const { sanitize } = purify as unknown as { sanitize(html: string, options: object): DocumentFragment }
  body.append(sanitize(html, { RETURN_DOM_FRAGMENT: true, FORBID_TAGS: config.removeElements }))
  return body
}
