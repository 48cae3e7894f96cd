import { type Box, expandGroups, type Guide } from '@insignia/design/edit';
import type { Stage } from 'konva/lib/Stage.js';
import type { Transformer } from 'konva/lib/shapes/Transformer.js';
import { type PointerEvent, type RefObject, useRef, useState } from 'react';
import type { CanvasView } from './canvas-view.tsx';
import { useDesigner } from './context.ts';
import {
  type Gesture,
  type PanTarget,
  type Point,
  startMove,
  startPan,
  startPinch,
  startSelectionFrame,
} from './gestures.ts';

type Props = PanTarget & { stage: RefObject<Stage | null>; view: CanvasView };

function toStagePoint({ clientX, clientY, currentTarget }: PointerEvent): Point {
  const { left, top } = currentTarget.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}

/** Pixels by which a finger may miss a layer, and directions in which one is searched for. */
const missedBy = [8, 16];
const directions = Array.from({ length: 8 }, (_, n) => (n * Math.PI) / 4);

/** The node at this point. A finger hits the nearest layer, because some are only a line high. */
function findNode(stage: Stage | null, { x, y }: Point, isTouch: boolean) {
  const hit = stage?.getIntersection({ x, y });
  if (hit || !isTouch) return hit;
  for (const far of missedBy)
    for (const angle of directions) {
      const at = { x: x + far * Math.cos(angle), y: y + far * Math.sin(angle) };
      const near = stage?.getIntersection(at);
      if (near && !near.findAncestor('Transformer')) return near;
    }
  return undefined;
}

/** Pointer gestures on the stage: select, move, select by frame, pan, pinch. */
export function useGestures({ stage, view, ...panning }: Props) {
  const designer = useDesigner();
  const { store, select, endGesture } = designer;
  const [guides, setGuides] = useState<Guide[]>([]);
  const [frame, setFrame] = useState<Box>();
  const gesture = useRef<Gesture>(undefined);
  const pointers = useRef(new Map<number, Point>());
  const count = useRef(0);

  const frameFor = (start: Point, isAdding: boolean) => {
    if (!isAdding) select([]);
    const before = store.getState().selected;
    return startSelectionFrame(start, before, { designer, view, show: setFrame });
  };

  const choose = (id: string, isAdding: boolean) => {
    const { design, selected } = store.getState();
    const whole = expandGroups(design, [id]);
    const isChosen = selected.includes(id);
    if (!isAdding) return isChosen || select([id]);
    select(isChosen ? selected.filter((one) => !whole.includes(one)) : [...selected, id]);
  };

  const gestureAt = (start: Point, event: PointerEvent, isPanning: boolean) => {
    const hit = findNode(stage.current, start, event.pointerType === 'touch');
    // The library handles these.
    if (hit?.findAncestor('Transformer')) return undefined;
    event.currentTarget.setPointerCapture(event.pointerId);
    if (isPanning || event.button === 1) return startPan(start, panning);
    const id = hit?.id();
    const isAdding = event.shiftKey || store.getState().isAdding;
    if (id) {
      choose(id, isAdding);
      count.current += 1;
      const name = `move ${count.current}`;
      return startMove(start, {
        ...{ designer, view, name, isCopying: event.altKey },
        show: setGuides,
      });
    }
    if (event.pointerType !== 'touch' || store.getState().isAdding)
      return frameFor(start, isAdding);
    select([]);
    return startPan(start, panning);
  };

  const pinch = (): Gesture => {
    const fingers = () => [...pointers.current.values()] as [Point, Point];
    const { move, end } = startPinch(fingers, panning);
    return {
      move: (...moved) => {
        // One of the fingers may be on a handle, which the library would drag too.
        stage.current?.findOne<Transformer>('Transformer')?.stopTransform();
        move(...moved);
      },
      end,
    };
  };

  const press = (event: PointerEvent, isPanning: boolean) => {
    const start = toStagePoint(event);
    pointers.current.set(event.pointerId, start);
    // Ignores a third finger or a palm.
    if (pointers.current.size > 2) return;
    gesture.current?.end();
    gesture.current = pointers.current.size === 2 ? pinch() : gestureAt(start, event, isPanning);
  };
  const end = ({ pointerId }: PointerEvent) => {
    pointers.current.delete(pointerId);
    gesture.current?.end();
    gesture.current = undefined;
    endGesture();
  };

  return {
    guides,
    setGuides,
    frame,
    handlers: (isPanning: boolean) => ({
      onPointerDown: (event: PointerEvent) => {
        if (event.button < 2) press(event, isPanning);
      },
      onPointerMove: (event: PointerEvent) => {
        if (!pointers.current.has(event.pointerId)) return;
        const at = toStagePoint(event);
        pointers.current.set(event.pointerId, at);
        gesture.current?.move(at, event);
      },
      onPointerUp: end,
      onPointerCancel: end,
    }),
  };
}
