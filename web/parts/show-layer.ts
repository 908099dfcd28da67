import { addLayer } from '../app/layers.ts'

/** Shows a dialog or popover above the page as a layer; the returned function removes the layer without closing the element. */
export function showLayer(element: HTMLElement): () => void {
  const isDialog = element instanceof HTMLDialogElement
  const remove = addLayer(() => (isDialog ? element.close() : element.hidePopover()))
  if (isDialog) element.showModal()
  else element.showPopover()
  element.addEventListener(isDialog ? 'close' : 'toggle', (event) => {
    if (isDialog || (event as ToggleEvent).newState === 'closed') remove()
  })
  return remove
}
