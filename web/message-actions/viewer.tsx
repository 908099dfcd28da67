import { useSignal } from '@preact/signals'
import { render } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import './viewer.css'
import { rowOf } from '../content/active.ts'
import { narrow } from '../navigation/route.ts'
import { Icon } from '../parts/icon.tsx'
import { showLayer } from '../parts/show-layer.ts'
import { plainKey } from '../parts/written-keys.ts'
import { listOf, messagesOf } from '../store/lists.ts'
import { message } from '../store/messages.ts'
import { nameOf } from '../store/people.ts'
import { a } from '../texts/actions.ts'
import { type Media, mediaOf } from './media.ts'

const maxZoom = 8
const zoomStep = 1.25
/** In px, for an arrow key with Shift. */
const step = 60
const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [step, 0],
  ArrowRight: [-step, 0],
  ArrowUp: [0, step],
  ArrowDown: [0, -step],
}

/** Viewer for the pictures and videos of the view, starting with the clicked one or the message's first. */
export function openViewer(messageId: number, pressed?: HTMLElement): void {
  const shown = narrow.peek()
  const own = message(messageId)
  const all = (shown ? messagesOf(listOf(shown).shown.peek()) : own ? [own] : []).flatMap(mediaOf)
  const href = pressed?.dataset.originalSrc ?? pressed?.getAttribute('href')
  const begin = all.findIndex((one) => one.messageId === messageId && (href == null || one.href === href))
  if (begin < 0) return
  const before = document.activeElement as HTMLElement | null
  const dialog = document.createElement('dialog')
  dialog.className = 'viewer'
  dialog.setAttribute('aria-label', a.viewer)
  document.body.append(dialog)
  render(<Viewer all={all} begin={begin} close={() => dialog.close()} />, dialog)
  showLayer(dialog)
  dialog.addEventListener('close', () => {
    render(null, dialog)
    dialog.remove()
    const to = before?.isConnected && before !== document.body ? before : rowOf(messageId)
    to?.focus({ preventScroll: true })
  })
}

interface Props {
  readonly all: readonly Media[]
  readonly begin: number
  close(): void
}

function Viewer({ all, begin, close }: Props) {
  const at = useSignal(begin)
  const zoom = useSignal(1)
  const place = useSignal({ x: 0, y: 0 })
  const frame = useRef<HTMLDivElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const one = all[at.value] as Media
  const go = (by: number) => {
    const next = at.value + by
    if (next < 0 || next >= all.length) return
    at.value = next
    reset()
  }
  const reset = () => {
    zoom.value = 1
    place.value = { x: 0, y: 0 }
  }
  const zoomBy = (factor: number) => {
    zoom.value = Math.max(1, Math.min(maxZoom, zoom.value * factor))
    if (zoom.value === 1) place.value = { x: 0, y: 0 }
  }
  const draw = (byX: number, byY: number) => {
    place.value = { x: place.value.x + byX, y: place.value.y + byY }
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const by = event.shiftKey ? arrows[event.key] : undefined
    if (by && zoom.value > 1) {
      event.preventDefault()
      draw(...by)
      return
    }
    const run: Record<string, () => void> = {
      ArrowLeft: () => go(-1),
      ArrowRight: () => go(1),
      '+': () => zoomBy(zoomStep),
      Z: () => zoomBy(zoomStep),
      '-': () => zoomBy(1 / zoomStep),
      z: () => zoomBy(1 / zoomStep),
      '0': reset,
      v: close,
    }
    const what = run[plainKey(event)]
    if (!what || event.target instanceof HTMLMediaElement) return
    event.preventDefault()
    what()
  }
  useEffect(() => {
    const { current } = stage
    // handle keys anywhere in the dialog
    const dialog = frame.current?.closest('dialog')
    if (!current || !dialog) return
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      zoomBy(event.deltaY < 0 ? zoomStep : 1 / zoomStep)
    }
    let isDrawn = false
    // track the pointer ourselves, because browsers disagree about the units of `movementX`
    let last = { x: 0, y: 0 }
    let isPressedBeside = false
    const begin = ({ clientX: x, clientY: y, target }: PointerEvent) => {
      isDrawn = false
      isPressedBeside = target === current
      last = { x, y }
    }
    const onDrag = ({ buttons, clientX: x, clientY: y }: PointerEvent) => {
      if (buttons !== 1 || zoom.value === 1 || (x === last.x && y === last.y)) return
      isDrawn = true
      draw(x - last.x, y - last.y)
      last = { x, y }
    }
    // a click centers that point, for users who find dragging hard
    const onPress = (event: MouseEvent) => {
      if (event.target === current) {
        if (isPressedBeside) close()
        return
      }
      const box = current.getBoundingClientRect()
      if (zoom.value > 1 && !isDrawn)
        draw(box.left + box.width / 2 - event.clientX, box.top + box.height / 2 - event.clientY)
    }
    // these listeners are removed with the dialog
    dialog.addEventListener('keydown', onKey)
    current.addEventListener('wheel', onWheel, { passive: false })
    current.addEventListener('pointermove', onDrag)
    current.addEventListener('pointerdown', begin)
    current.addEventListener('click', onPress)
    current.addEventListener('dblclick', () => (zoom.value > 1 ? reset() : zoomBy(2)))
  }, [])
  return (
    <div class="viewer-frame" ref={frame}>
      <div class="viewer-head">
        <p dir="auto">
          <b>{one.title}</b> <span>{nameOf(message(one.messageId)?.sender_id ?? 0)}</span>{' '}
          <span aria-live="polite">{a.place(at.value + 1, all.length)}</span>
        </p>
        <div class="viewer-tools">
          {one.kind === 'picture' && (
            <>
              <button type="button" aria-label={a.zoomOut} title={a.zoomOut} onClick={() => zoomBy(1 / zoomStep)}>
                −
              </button>
              <button type="button" title={a.originalSize} onClick={reset}>
                {Math.round(zoom.value * 100)}%
              </button>
              <button type="button" aria-label={a.zoomIn} title={a.zoomIn} onClick={() => zoomBy(zoomStep)}>
                +
              </button>
            </>
          )}
          <a href={one.href} target="_blank" rel="noopener noreferrer">
            {a.openFile}
          </a>
          {one.isOwn && (
            <a href={one.href} download={one.title}>
              {a.download}
            </a>
          )}
          <button type="button" autofocus aria-label={a.close} title={a.close} onClick={close}>
            <Icon name="close" size={20} />
          </button>
        </div>
      </div>
      <div class="viewer-stage" ref={stage}>
        {one.kind === 'film' ? (
          // biome-ignore lint/a11y/useMediaCaption: what people upload has none
          <video key={one.href} src={one.src} controls aria-label={one.title} />
        ) : (
          <img
            key={one.href}
            src={one.src}
            alt={one.title}
            draggable={false}
            style={{ transform: `translate(${place.value.x}px, ${place.value.y}px) scale(${zoom.value})` }}
          />
        )}
      </div>
      {/* at the ends the buttons stay, because the one just pressed has the focus */}
      {all.length > 1 && (
        <>
          <button
            type="button"
            class="viewer-step previous"
            aria-disabled={at.value === 0}
            aria-label={a.previous}
            onClick={() => go(-1)}
          >
            <Icon name="chevron" size={24} />
          </button>
          <button
            type="button"
            class="viewer-step next"
            aria-disabled={at.value === all.length - 1}
            aria-label={a.next}
            onClick={() => go(1)}
          >
            <Icon name="chevron" size={24} />
          </button>
        </>
      )}
    </div>
  )
}
