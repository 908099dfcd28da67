import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Channel } from '../store/channels.ts'
import { setContent } from './content.ts'

/** A channel's description, as the server has rendered it. */
export function Description({ one: { description, rendered_description } }: { one: Channel }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (place.current && rendered_description) setContent(place.current, rendered_description)
  }, [rendered_description])
  return (
    <div dir="auto" class="content description" ref={place}>
      {rendered_description ? null : description}
    </div>
  )
}
