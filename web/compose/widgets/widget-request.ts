import type { ComposeState } from '../compose-state.ts'
import { readWidget, type WidgetKind } from './widget-text.ts'

/** Opens a form for a poll or to-do list; it fills in the message text. */
export function openWidgetForm(kind: WidgetKind, composeState: Pick<ComposeState, 'field' | 'replaceAll'>): void {
  void import('./widget-form.tsx').then(async ({ askForWidget }) => {
    const text = await askForWidget(kind, readWidget(kind, composeState.field?.value ?? ''))
    if (text !== undefined) composeState.replaceAll(text)
    else composeState.field?.focus()
  })
}
