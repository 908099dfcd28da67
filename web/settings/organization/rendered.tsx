import { useLayoutEffect, useRef } from 'preact/hooks'
import { renderMessage } from '../../../src/features/messages/messages/api/render.ts'
import { setContent } from '../../content/content.ts'
import { o } from '../../texts/organization.ts'
import { api } from '../../transport/api.ts'
import { useAfterTyping } from './after-typing.ts'

/** A rendered message; changes are announced to screen readers. */
export function Rendered({ html }: { html: string | undefined }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (place.current) setContent(place.current, html ?? '')
  }, [html])
  return (
    <div class="becomes" aria-live="polite">
      <span class="soft small">{o.becomes}</span>
      <div class="content" dir="auto" ref={place} />
    </div>
  )
}

/** A preview of formatted text, rendered when the user pauses typing. */
export function RenderedText({ text }: { text: string }) {
  const content = text.trim()
  const { answer } = useAfterTyping(content === '' ? undefined : content, (signal) =>
    api.call(renderMessage, { content }, { signal }),
  ).value
  return answer && content !== '' ? <Rendered html={answer.rendered} /> : null
}
