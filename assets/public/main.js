// The public pages are whole without scripts. With them they follow each other at once, as views of the chat do: what is
// there is swapped, what is new comes by itself, and what helps with reading is added.
import { addCopyButtons } from './code.js'
import { followLinks } from './navigation.js'
import { followNews, noteShown } from './news.js'
import { showPictures } from './pictures.js'
import { showLocalTimes } from './times.js'

/** After a page, or a part of it, was put there: first it is noted as the server made it. */
function dress() {
  noteShown()
  showLocalTimes()
  addCopyButtons()
}

dress()
followLinks(dress)
followNews(dress)
showPictures()

addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.target.matches('input')) return
  event.preventDefault()
  document.querySelector('form[role=search] input').focus()
})
