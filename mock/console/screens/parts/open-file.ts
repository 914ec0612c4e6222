/** Lets a person choose a file. */
export function openFile(accept: string, open: (file: File) => unknown): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = accept
  input.onchange = () => void (input.files?.[0] && open(input.files[0]))
  input.click()
}
