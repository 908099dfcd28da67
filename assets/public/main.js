// Progressive enhancement: public pages work without scripts. With scripts, navigation swaps the content, new messages
// appear by themselves, and code, times, and images get helpers.
import { addCopyButtons } from './code.js'
import { followLinks } from './navigation.js'
import { followNews, noteShown } from './news.js'
import { showPictures } from './pictures.js'
import { showLocalTimes } from './times.js'

/** After a page or a part of it was inserted; notes the server's version first. */
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
