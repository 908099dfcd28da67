import { addLayer } from './layers.ts'

/** Shows a dialog or popover above the page as a layer; the returned function removes the layer without closing the element. */
export function showLayer(element: HTMLElement): () => void {
  const isDialog = element instanceof HTMLDialogElement
  const remove = addLayer(() => (isDialog ? element.close() : element.hidePopover()))
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
