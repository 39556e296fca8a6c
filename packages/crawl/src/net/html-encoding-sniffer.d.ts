declare module 'html-encoding-sniffer' {
  /** Returns the name of an encoding that `TextDecoder` takes. */
  export default function sniffEncoding(
    bytes: Uint8Array,
    options: { transportLayerEncodingLabel?: string; defaultEncoding?: string },
  ): string
}
