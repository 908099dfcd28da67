import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { renderMessage } from '../../src/features/messages/messages/api/render.ts'
import { setContent } from '../content/content.ts'
import { t } from '../texts/writing.ts'
import { api } from '../transport/api.ts'

export const Preview = ({ text }: { text: string }) => {
  const place = useRef<HTMLDivElement>(null)
  const problem = useSignal<string | undefined>(undefined)
  useEffect(() => {
    const ended = new AbortController()
    if (text.trim() === '') place.current?.replaceChildren()
    else
      api
        .call(renderMessage, { content: text }, { signal: ended.signal })
        .then(({ rendered }) => {
          problem.value = undefined
          if (place.current) setContent(place.current, rendered)
        })
        .catch((error: Error) => {
          if (!ended.signal.aborted) problem.value = error.message
        })
    return () => ended.abort()
  }, [text])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: Enter sends from here, and long previews are scrolled by keys
    <section class="preview" id="compose-preview" tabIndex={0} aria-label={t.preview}>
      {text.trim() === '' && <p class="soft">{t.nothingToPreview}</p>}
      {problem.value !== undefined && <p class="error">{problem.value}</p>}
      <div class="content" ref={place} dir="auto" />
    </section>
  )
}
