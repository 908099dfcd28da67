export { DiskBlobs } from './disk.ts'
export { openBlobs } from './open.ts'
export { S3Blobs } from './s3.ts'
export type { BlobSource, BlobStore, ByteRange, DirectParts, ListedBlob } from './store.ts'
