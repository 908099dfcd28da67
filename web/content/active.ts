import { type Signal, signal } from '@preact/signals'
import type { ComponentType } from 'preact'
import type { Message } from '../../src/features/messages/messages/wire.ts'

export const activeId = signal<number | undefined>(undefined)

/** Editors that replace the content of messages being edited. */
export const editors: Signal<ReadonlyMap<number, ComponentType>> = signal(new Map())

/** The buttons over the active message, loaded after the first view. */
export const toolbar: Signal<ComponentType<{ message: Message }> | undefined> = signal()

const selector = 'article[data-message]'

export const rowOf = (id: number): HTMLElement | null =>
  document.querySelector<HTMLElement>(`article[data-message="${id}"]`)

export function messageIdAt(target: EventTarget | null): number | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>(selector) : null
  return row ? Number(row.dataset.message) : undefined
}

/** The message that shortcuts act on: focused, hovered, or the next one in the tab order. */
export const chosenId = (): number | undefined =>
  messageIdAt(document.activeElement) ??
  (activeId.peek() !== undefined && rowOf(activeId.peek() as number) ? activeId.peek() : undefined) ??
  messageIdAt(document.querySelector(`${selector}[tabindex="0"]`))
