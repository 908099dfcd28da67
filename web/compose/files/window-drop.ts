import './window-drop.css'
import { placeName } from '../../entities/place.tsx'
import { conversationOfTarget } from '../../narrow/target.ts'
import { toast } from '../../parts/toast.ts'
import { t } from '../../texts/writing.ts'
import { whyNot } from '../posting.ts'
import { target, toAttach } from '../target.ts'

const ownFields = '.edit-field, .waiting-form'

interface Place {
  readonly element: Element
  readonly words: string
  readonly isOpen: boolean
}

function placeFor(over: EventTarget | null): Place {
  const field = over instanceof Element ? over.closest(ownFields) : null
  if (field) return { element: field, words: t.dropHere, isOpen: true }
  const dialog = document.querySelector('dialog:modal')
  if (dialog) return { element: dialog, words: t.dropBehind, isOpen: false }
  const element = document.querySelector('main') ?? document.body
  const refusal = whyNotOpen()
  if (refusal !== undefined) return { element, words: refusal, isOpen: false }
  const conversation = target.peek() && conversationOfTarget(target.peek() as NonNullable<typeof target.value>)
  return { element, words: t.dropTo(conversation ? placeName(conversation) : t.newMessage), isOpen: true }
}

function whyNotOpen(): string | undefined {
  const to = target.peek()
  return to ? whyNot(to) : t.dropNowhere
}

export function take(files: readonly File[]): void {
  const refusal = document.querySelector('dialog:modal') ? t.dropBehind : whyNotOpen()
  if (refusal !== undefined) toast(refusal)
  else toAttach.value = [...toAttach.peek(), ...files]
}

const sign = document.createElement('div')
sign.className = 'drop-place'
sign.popover = 'manual'
sign.setAttribute('role', 'status')

function show({ dataTransfer, target: over }: DragEvent): void {
  if (!dataTransfer?.types.includes('Files')) return
  const { element, words, isOpen } = placeFor(over)
  if (!isOpen) dataTransfer.dropEffect = 'none'
  if (!sign.isConnected) document.body.append(sign)
  if (!sign.matches(':popover-open')) sign.showPopover()
  const { left, top, width, height } = element.getBoundingClientRect()
  Object.assign(sign.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` })
  sign.classList.toggle('closed', !isOpen)
  if (sign.textContent !== words) sign.textContent = words
}

function hide(): void {
  if (sign.matches(':popover-open')) sign.hidePopover()
}

addEventListener('dragover', show)
addEventListener('dragleave', ({ relatedTarget }) => relatedTarget ?? hide())
// browsers may not report the end of a drag in another window
for (const name of ['drop', 'dragend', 'pointermove'] as const) addEventListener(name, hide, { capture: true })
// for tests: drag events are handled from now on
performance.mark('drops')
