import './rules.css'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { setContent } from '../content/content.ts'

/** The rendered rules; long ones scroll, with the keyboard too. */
export function RulesText({ html, label }: { html: string; label: string }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (place.current) setContent(place.current, html)
  }, [html])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: otherwise the keyboard can't scroll it
    <section class="rules-text content" dir="auto" tabIndex={0} aria-label={label} ref={place} />
  )
}
