import { type Signal, signal } from '@preact/signals'
import type { ComponentType } from 'preact'

/** The message that the pointer or the focus is on: it shows its buttons. */
export const activeId = signal<number | undefined>(undefined)

/** What stands in place of the text of messages that are being edited. */
export const editors: Signal<ReadonlyMap<number, ComponentType>> = signal(new Map())

const selector = 'article[data-message]'

export const rowOf = (id: number): HTMLElement | null =>
  document.querySelector<HTMLElement>(`article[data-message="${id}"]`)

/** The message that something belongs to. */
export function messageIdAt(target: EventTarget | null): number | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>(selector) : null
  return row ? Number(row.dataset.message) : undefined
}

/** The message that keys act on: with the focus, under the pointer, or the one that Tab would lead to. */
export const chosenId = (): number | undefined =>
  messageIdAt(document.activeElement) ??
  (activeId.peek() !== undefined && rowOf(activeId.peek() as number) ? activeId.peek() : undefined) ??
  messageIdAt(document.querySelector(`${selector}[tabindex="0"]`))
