export { describePicture, makePicture, type Picture, type Rendition } from './picture.ts'
