/** For `catch`: undefined if the file or its folder doesn't exist; other errors are thrown. */
export function ifAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
}
