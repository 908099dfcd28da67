import type { ComponentChildren } from 'preact'
import { attributesOf, labelId, useField } from './setting.tsx'

interface Props {
  readonly run: () => unknown
  readonly isDisabled?: boolean
  readonly children: ComponentChildren
}

/** Screen readers announce the setting's label and the button's text. */
export const useButtonAttributes = () => {
  const field = useField()
  const attributes = attributesOf(field)
  return { ...attributes, 'aria-labelledby': `${labelId(field.id)} ${attributes.id}` }
}

/** For settings that need more than one control: opens a dialog. */
export function SettingButton({ run, isDisabled = false, children }: Props) {
  const { isLocked } = useField()
  return (
    <button
      {...useButtonAttributes()}
      type="button"
      class="button"
      disabled={isLocked || isDisabled}
      onClick={() => void run()}
    >
      {children}
    </button>
  )
}

export const SettingLink = ({ href, children }: { href: string; children: ComponentChildren }) => (
  <a {...useButtonAttributes()} class="button" href={href} download>
    {children}
  </a>
)
