import './invite.css'
import { useSignal } from '@preact/signals'
import { copy } from '../../parts/clipboard.ts'
import { reasonOf } from '../../parts/refusal.ts'
import { p } from '../../texts/people-settings.ts'

interface Props {
  /** Identifies the options that the link is for. */
  readonly of: string
  readonly role: number
  readonly isDisabled: boolean
  make(): Promise<string>
}

/** An invite link with a button that creates and copies it. Other options need another link. */
export function InviteLink({ of, role, isDisabled, make }: Props) {
  const made = useSignal({ url: '', of: '' })
  const problem = useSignal('')
  const isBusy = useSignal(false)
  const url = made.value.of === of ? made.value.url : ''
  const run = async () => {
    if (url) return copy(url)
    isBusy.value = true
    problem.value = ''
    try {
      const link = await make()
      made.value = { url: link, of }
      await copy(link)
    } catch (refusal) {
      problem.value = reasonOf(refusal)
    }
    isBusy.value = false
  }
  return (
    <div class="invite-link">
      <label class="field">
        <span class="label">{p.byLink}</span>
        <input
          readOnly
          dir="ltr"
          value={url}
          placeholder={p.linkPlaceholder}
          aria-describedby="invite-link-help"
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      </label>
      <button type="button" class="button primary" disabled={isDisabled || isBusy.value} onClick={() => void run()}>
        {url ? p.copyLink : p.makeLink}
      </button>
      <p class="soft small" id="invite-link-help">
        {p.linkJoins(p.roles[role] ?? '')}
      </p>
      {problem.value !== '' && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
    </div>
  )
}
