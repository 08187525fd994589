const ZOOM_STEP = 0.5;
const ZOOM_MAX = 4;
const TURN_DEGREES = 90;

/** How the picture is looked at. */
export interface PictureView {
  readonly side: "front" | "back" | "selfie";
  readonly zoom: number;
  readonly degrees: number;
}

export const zoomed = (view: PictureView, by: 1 | -1): PictureView => ({ ...view, zoom: Math.min(ZOOM_MAX, Math.max(1, view.zoom + by * ZOOM_STEP)) });
export const turned = (view: PictureView): PictureView => ({ ...view, degrees: (view.degrees + TURN_DEGREES) % 360 });
