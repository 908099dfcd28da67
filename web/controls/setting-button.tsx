import type { ComponentChildren } from 'preact'
import { attributesOf, labelId, useField } from './setting.tsx'

interface Props {
  readonly run: () => unknown
  readonly isDisabled?: boolean
  readonly children: ComponentChildren
}

/** Read out as what the setting is called and what the button says. */
export const useButtonAttributes = () => {
  const field = useField()
  const attributes = attributesOf(field)
  return { ...attributes, 'aria-labelledby': `${labelId(field.id)} ${attributes.id}` }
}

/** What a setting is changed by that needs more than one control: it opens something. */
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

/** The same as a link to something that the server makes. */
export const SettingLink = ({ href, children }: { href: string; children: ComponentChildren }) => (
  <a {...useButtonAttributes()} class="button" href={href} download>
    {children}
  </a>
)
