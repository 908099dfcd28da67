import { useLayoutEffect, useRef } from 'preact/hooks'
import { setContent } from '../content/content.ts'
import './message-html.css'
import { a } from '../texts/actions.ts'

/** Sanitized message content in a dialog, with scrolling. */
export const MessageHtml = ({ html }: { html: string }) => {
  const place = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (place.current) setContent(place.current, html)
  }, [html])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll what is longer than its place
    <section class="content quoted" dir="auto" tabIndex={0} aria-label={a.textOfMessage} ref={place} />
  )
}
