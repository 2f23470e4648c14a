// Quiet sounds, made here: wood, water and a few plucked notes. Off until somebody turns them on.
import { habits } from "../lib/habits.svelte";

let context: AudioContext | null = null;

function audio(): AudioContext | null {
  if (!habits.sound || typeof AudioContext === "undefined") return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

/** A plucked note that falls silent by itself. */
function note(at: number, pitch: number, length: number, volume: number, slide = 1): void {
  const out = audio();
  if (!out) return;
  const start = out.currentTime + at;
  const tone = out.createOscillator();
  const gain = out.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(pitch, start);
  tone.frequency.exponentialRampToValueAtTime(pitch * slide, start + length);
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(volume, start + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  tone.connect(gain).connect(out.destination);
  tone.start(start);
  tone.stop(start + length);
}

/** A breath of noise through a filter: paper, or water. */
function breath(at: number, pitch: number, length: number, volume: number): void {
  const out = audio();
  if (!out) return;
  const start = out.currentTime + at;
  const buffer = out.createBuffer(1, Math.ceil(out.sampleRate * length), out.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < samples.length; n++)
    samples[n] = (Math.random() * 2 - 1) * (1 - n / samples.length) ** 2;
  const source = out.createBufferSource();
  const filter = out.createBiquadFilter();
  const gain = out.createGain();
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  gain.gain.value = volume;
  source.connect(filter).connect(gain).connect(out.destination);
  source.start(start);
}

export const sounds = {
  card: () => breath(0, 3200, 0.09, 0.12),
  build: () => {
    note(0, 190, 0.09, 0.14, 0.7);
    note(0.09, 230, 0.11, 0.12, 0.7);
  },
  gain: () => {
    note(0.15, 523, 0.3, 0.08);
    note(0.24, 784, 0.45, 0.07);
  },
  fall: () => breath(0.1, 500, 0.5, 0.16),
  turn: () => {
    note(0, 587, 0.25, 0.07);
    note(0.14, 880, 0.4, 0.06);
  },
  score: () => [523, 659, 784, 1047].forEach((pitch, n) => note(n * 0.13, pitch, 0.4, 0.06)),
  over: () => [392, 523, 659, 784, 1047].forEach((pitch, n) => note(n * 0.16, pitch, 0.7, 0.06)),
};
