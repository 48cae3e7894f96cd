/** A picture of 8 pixels a side, for examples of requests. */
export const examplePicture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR42mPgL8vDihiGlgQApWE8wYpLEGkAAAAASUVORK5CYII=';
