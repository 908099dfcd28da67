import { addLayer } from './layers.ts'

/**
 * Shows a dialog or popover above the page as a layer; the returned function removes the layer without closing the element.
 * `close` is what Back does; the layer remains if the element is still open afterwards.
 */
export function showLayer(element: HTMLElement, close?: () => Promise<void>): () => void {
  const isDialog = element instanceof HTMLDialogElement
  const closeNow = () => (isDialog ? element.close() : element.hidePopover())
  const goBack = () => {
    if (!close) return closeNow()
    void close().then(() => {
      if (element.isConnected) removeLayer = addLayer(goBack)
    })
  }
  let removeLayer = addLayer(goBack)
  const remove = () => removeLayer()
  // before it's hidden, so that a replacement takes over the layer; some browsers fire this event only for popovers
  element.addEventListener('beforetoggle', (event) => {
    if ((event as ToggleEvent).newState === 'closed') remove()
  })
  if (isDialog) {
    element.addEventListener('close', remove)
    element.showModal()
  } else element.showPopover()
  return remove
}
