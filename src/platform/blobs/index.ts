export { openBlobs } from './open.ts'
export type { BlobSource, BlobStore, ByteRange } from './store.ts'
