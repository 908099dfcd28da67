import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { openDialog } from '../parts/dialog.tsx'
import { Form } from '../parts/form.tsx'
import { s } from '../texts/settings.ts'
import { cropped, drawn, maxZoom, wholeCrop } from './crop.ts'

interface DialogOptions {
  readonly picture: ImageBitmap
  /** Width by height. */
  readonly aspect: number
  /** Width of the result, in pixels. */
  readonly width: number
  readonly name: string
  readonly type: string
  readonly use: (file: File) => Promise<unknown>
}

export function openCrop(asked: DialogOptions): void {
  void openDialog({ title: s.cropTitle, class: 'crop-dialog' }, (close) => <Crop {...asked} close={close} />).then(() =>
    asked.picture.close(),
  )
}

const shownWidth = 360
const stepOfKey = 0.05
const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [stepOfKey, 0],
  ArrowRight: [-stepOfKey, 0],
  ArrowUp: [0, stepOfKey],
  ArrowDown: [0, -stepOfKey],
}

function Crop({ picture, aspect, width, name, type, use, close }: DialogOptions & { close: () => void }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const crop = useSignal(wholeCrop)
  const held = useRef<{ x: number; y: number; isDrawn: boolean }>(undefined)
  const draw = (on: HTMLCanvasElement) => {
    const { left, top, width, height } = cropped(picture, aspect, crop.value)
    const pen = on.getContext('2d')
    pen?.clearRect(0, 0, on.width, on.height)
    pen?.drawImage(picture, left, top, width, height, 0, 0, on.width, on.height)
  }
  const { value } = crop
  useLayoutEffect(() => {
    if (canvas.current) draw(canvas.current)
  }, [value])
  const move = (byX: number, byY: number) => {
    crop.value = drawn(picture, aspect, crop.peek(), byX, byY)
  }
  const finish = async () => {
    // never scale up
    const part = cropped(picture, aspect, crop.peek())
    const wanted = Math.max(1, Math.round(Math.min(width, part.width)))
    const whole = Object.assign(document.createElement('canvas'), {
      width: wanted,
      height: Math.max(1, Math.round(wanted / aspect)),
    })
    draw(whole)
    const blob = await new Promise<Blob | null>((done) => whole.toBlob(done, type, 0.9))
    if (!blob) throw new Error(s.noPicture)
    await use(new File([blob], name, { type: blob.type }))
  }
  return (
    <Form submit={s.usePicture} close={close} run={finish}>
      <canvas
        ref={canvas}
        class="crop"
        width={shownWidth * 2}
        height={(shownWidth * 2) / aspect}
        role="img"
        aria-label={s.cropHint}
        tabIndex={0}
        onPointerDown={(event) => {
          held.current = { x: event.clientX, y: event.clientY, isDrawn: false }
          event.currentTarget.setPointerCapture(event.pointerId)
        }}
        onPointerMove={(event) => {
          if (!held.current) return
          const box = event.currentTarget.getBoundingClientRect()
          move((event.clientX - held.current.x) / box.width, (event.clientY - held.current.y) / box.height)
          held.current = { x: event.clientX, y: event.clientY, isDrawn: true }
        }}
        onPointerUp={(event) => {
          // for users who can't drag: a click centers the picture there
          const box = event.currentTarget.getBoundingClientRect()
          if (held.current?.isDrawn === false)
            move(0.5 - (event.clientX - box.left) / box.width, 0.5 - (event.clientY - box.top) / box.height)
          held.current = undefined
        }}
        onPointerCancel={() => (held.current = undefined)}
        onKeyDown={(event) => {
          const by = arrows[event.key]
          if (!by) return
          event.preventDefault()
          move(...by)
        }}
      />
      <label class="field">
        <span class="label">{s.cropZoom}</span>
        <input
          type="range"
          min={1}
          max={maxZoom}
          step={0.05}
          value={value.zoom}
          onInput={({ currentTarget }) => {
            crop.value = drawn(picture, aspect, { ...crop.peek(), zoom: Number(currentTarget.value) }, 0, 0)
          }}
        />
      </label>
      <p class="soft small">{s.cropHint}</p>
    </Form>
  )
}
