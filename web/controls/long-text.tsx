import type { ComponentChildren } from 'preact'
import { isComposing } from '../parts/is-composing.ts'
import type { Saving } from './saving.ts'
import { attributesOf, useField } from './setting.tsx'
import { useTyped } from './typed.ts'
import { TypedButtons } from './typed-buttons.tsx'

/** Multi-line text, saved with Ctrl+Enter or the button. */
export function LongText({
  saving,
  maxLength,
  rows = 4,
  below,
}: {
  saving: Saving<string>
  maxLength: number
  rows?: number
  below?: (text: string) => ComponentChildren
}) {
  const field = useField()
  const typed = useTyped(saving)
  return (
    <>
      <textarea
        {...attributesOf(field)}
        dir="auto"
        rows={rows}
        value={typed.text}
        maxLength={maxLength}
        readOnly={field.isLocked}
        onInput={({ currentTarget }) => typed.type(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isComposing(event)) return
          event.preventDefault()
          void typed.save()
        }}
      />
      {below?.(typed.text)}
      <TypedButtons typed={typed} />
    </>
  )
}
