import { looksAtEveryView } from './every-view.ts'

looksAtEveryView([1440])
