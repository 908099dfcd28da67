import { effect } from '@preact/signals'
import { mustAccept } from '../store/rules.ts'
import { pendingWarnings } from '../store/warnings.ts'

/** Opens dialogs with rules and warnings that the user has to read. */
export function watchDialogs(): void {
  effect(() => {
    if (mustAccept.value) void import('./own-rules.tsx').then(({ askToAccept }) => askToAccept())
  })
  effect(() => {
    if (pendingWarnings.value.length > 0) void import('./own-warnings.tsx').then(({ showWarnings }) => showWarnings())
  })
}
