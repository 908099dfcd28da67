import type { ComposeState } from '../compose-state.ts'
import { readWidget, type WidgetKind } from './widget-text.ts'

/** Asks for a poll or a list; what comes of it is the text of the letter, to be sent like any other. */
export function openWidgetForm(kind: WidgetKind, composeState: Pick<ComposeState, 'field' | 'replaceAll'>): void {
  void import('./widget-form.tsx').then(async ({ askForWidget }) => {
    const text = await askForWidget(kind, readWidget(kind, composeState.field?.value ?? ''))
    if (text !== undefined) composeState.replaceAll(text)
    else composeState.field?.focus()
  })
}
