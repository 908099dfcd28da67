import { a } from '../texts/actions.ts'
import { openDialog } from './dialog.tsx'
import { useFirstFocus } from './first-focus.ts'

/** Asks whether to discard changes that haven't been saved. */
export async function confirmDiscard(): Promise<boolean> {
  let isConfirmed = false
  await openDialog({ title: a.discardTitle }, (close) => (
    <Question
      close={close}
      discard={() => {
        isConfirmed = true
        close()
      }}
    />
  ))
  return isConfirmed
}

function Question({ close, discard }: { close(): void; discard(): void }) {
  const first = useFirstFocus<HTMLButtonElement>()
  return (
    <div class="dialog-body">
      <p>{a.discardHelp}</p>
      <div class="dialog-buttons">
        <button ref={first} type="button" class="button" onClick={close}>
          {a.keepEditing}
        </button>
        <button type="button" class="button danger" onClick={discard}>
          {a.discard}
        </button>
      </div>
    </div>
  )
}
