import { i } from '../../texts/integrations.ts'

/** Shown in place of a secret. */
export const hidden = '••••••••'

interface Props {
  readonly label: string
  readonly text: string
  readonly isShown: boolean
  readonly copyLabel?: string
  copy(): void
  toggle(): void
}

/** A secret, or a URL with one in it, that can be copied without being shown. */
export const SecretLine = ({ label, text, isShown, copyLabel, copy, toggle }: Props) => (
  <div class="integration-url">
    <input
      type="text"
      readOnly
      dir="ltr"
      aria-label={label}
      value={text}
      onFocus={({ currentTarget }) => currentTarget.select()}
    />
    <button type="button" class="button primary" aria-label={copyLabel} onClick={copy}>
      {i.copyUrl}
    </button>
    <button type="button" class="button" onClick={toggle}>
      {isShown ? i.hideUrl : i.showUrl}
    </button>
  </div>
)
