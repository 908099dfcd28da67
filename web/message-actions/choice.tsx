import { openDialog } from '../parts/dialog.tsx'

export function openChoice<T>(title: string, of: readonly T[], labelOf: (one: T) => string, choose: (one: T) => void) {
  void openDialog({ title }, (close) => (
    <div class="dialog-body">
      {of.map((one) => (
        <button
          key={labelOf(one)}
          type="button"
          class="button"
          onClick={() => {
            close()
            choose(one)
          }}
        >
          {labelOf(one)}
        </button>
      ))}
    </div>
  ))
}
