import { signal } from '@preact/signals'
import type { ComponentChild, FunctionComponent } from 'preact'
import { t } from '../texts/index.ts'
import { whenIdle } from './idle.ts'

/** A lazily loaded view, with preloading now (`load`) or when idle (`preload`). */
export function later<P extends object = object>(
  load: () => Promise<FunctionComponent<P>>,
  interim: ComponentChild = <div class="skeleton" aria-busy="true" />,
): FunctionComponent<P> & { preload(): void; load(): void } {
  const state = signal<{ view?: FunctionComponent<P>; problem?: unknown }>({})
  let isAsked = false
  const ask = () => {
    if (isAsked) return
    isAsked = true
    load().then(
      (view) => {
        state.value = { view }
      },
      (problem: unknown) => {
        isAsked = false
        state.value = { problem }
      },
    )
  }
  const View = (props: P) => {
    const { view: Loaded, problem } = state.value
    if (Loaded) return <Loaded {...props} />
    if (problem === undefined) {
      ask()
      return interim
    }
    return (
      <p class="hint" role="alert">
        {t.cannotLoad}{' '}
        <button type="button" class="plain" onClick={ask}>
          {t.tryAgain}
        </button>
      </p>
    )
  }
  return Object.assign(View, { preload: () => whenIdle(ask), load: ask })
}
