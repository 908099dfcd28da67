import { signal } from '@preact/signals'

interface Layer {
  close(): void
}

const layers = signal<readonly Layer[]>([])

export const layerCount = (): number => layers.value.length

/** Adds a layer that Back closes; returns a function to call when it is closed in another way. */
export function addLayer(close: () => void): () => void {
  const layer: Layer = { close }
  layers.value = [...layers.peek(), layer]
  return () => {
    if (layers.peek().includes(layer)) layers.value = layers.peek().filter((one) => one !== layer)
  }
}

export function closeLayers(count = 0): void {
  const closing = layers.peek().slice(count)
  if (closing.length === 0) return
  layers.value = layers.peek().slice(0, count)
  for (const { close } of closing.reverse()) close()
}
